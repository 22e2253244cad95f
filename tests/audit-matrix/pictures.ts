import { randomUUID } from "node:crypto";
import { actOnItem } from "#src/modules/site/content/act-on-item.server.ts";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { addPost } from "#src/modules/site/content/add-post.server.ts";
import { describeImage } from "#src/modules/site/content/describe-image.server.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import type { ItemAct } from "#src/modules/site/content/rules/item-answer.ts";
import { describePicture } from "#src/modules/site/media/describe-picture.server.ts";
import { replacePicture } from "#src/modules/site/media/replace-picture.server.ts";
import { restorePicture } from "#src/modules/site/media/restore-picture.server.ts";
import { enterPicture } from "#src/modules/site/media/store.server.ts";
import { trashPicture } from "#src/modules/site/media/trash-picture.server.ts";
import { updatePost } from "#src/modules/site/content/update-post.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { addCrawl } from "#tests/seeds.ts";

const needs = ["content.change"] as const;
const newSrc = () => `/uploads/${randomUUID().replaceAll("-", "")}`;
const newLink = () => `https://www.instagram.com/p/${randomUUID()}/`;

/** Acts that a gallery's pictures and Instagram posts have in common; `add` makes one. */
function itemRows(stage: StaffStage, kind: ItemKind, add: () => Promise<string>): Row[] {
  type Act = { intent: Exclude<ItemAct, "save">; active?: boolean; after?: string };
  const acts = (id: string, { intent, active = false, after = "" }: Act) =>
    does((ctx) => actOnItem(ctx, kind, { intent, id, active, after }), [kind, id]);
  const done = async (id: string, intent: "switch" | "delete") =>
    granted(await actOnItem(stage.as("admin"), kind, { intent, id, active: false, after: "" }));
  return [
    {
      act: `hide a ${kind}`,
      of: ["site/content/switch-item"],
      needs,
      leaves: `${kind}.hidden`,
      again: "done",
      prepare: async () => acts(await add(), { intent: "switch" }),
    },
    {
      act: `show a ${kind}`,
      of: ["site/content/switch-item"],
      needs,
      leaves: `${kind}.shown`,
      again: "done",
      prepare: async () => {
        const id = await add();
        await done(id, "switch");
        return acts(id, { intent: "switch", active: true });
      },
    },
    {
      act: `move a ${kind}`,
      of: ["site/content/move-item"],
      needs,
      leaves: `${kind}.moved`,
      again: "done",
      prepare: async () => {
        const first = await add();
        await add();
        return acts(await add(), { intent: "move", after: first });
      },
    },
    {
      act: `delete a ${kind}`,
      of: ["site/content/delete-item"],
      needs,
      leaves: `${kind}.deleted`,
      again: "done",
      prepare: async () => acts(await add(), { intent: "delete" }),
    },
    {
      act: `restore a ${kind}`,
      of: ["site/content/restore-item"],
      needs,
      leaves: `${kind}.restored`,
      again: "done",
      prepare: async () => {
        const id = await add();
        await done(id, "delete");
        return acts(id, { intent: "restore" });
      },
    },
  ];
}

/** Acts on the pictures of the gallery. */
export function galleryRows(stage: StaffStage): Row[] {
  const add = async () => granted(await addImage(stage.as("admin"), { src: newSrc(), site: "cdmx" })).id;
  return [
    {
      act: "add a picture to the gallery",
      of: ["site/content/add-image"],
      needs,
      leaves: "gallery_image.added",
      again: "done",
      prepare: async () => {
        const src = newSrc();
        return does(
          (ctx) => addImage(ctx, { src, site: "cdmx" }),
          ({ id }) => ["gallery_image", id],
        );
      },
    },
    {
      act: "say what a picture of the gallery shows",
      of: ["site/content/describe-image"],
      needs,
      leaves: "gallery_image.described",
      again: "done",
      prepare: async () => {
        const input = { id: await add(), version: 1, alt: "Dancing", alt_es: "Bailando" };
        return does((ctx) => describeImage(ctx, input), ["gallery_image", input.id]);
      },
    },
    ...itemRows(stage, "gallery_image", add),
  ];
}

/** Acts on Instagram posts. */
export function postRows(stage: StaffStage): Row[] {
  const add = async () =>
    granted(await addPost(stage.as("admin"), { link: newLink(), picture: "/pictures/toast", caption: "Tonight" })).id;
  return [
    {
      act: "add an Instagram post",
      of: ["site/content/add-post"],
      needs,
      leaves: "instagram_post.added",
      again: "post_there",
      prepare: async () => {
        const input = { link: newLink(), picture: "/pictures/toast", caption: "Tonight" };
        return does(
          (ctx) => addPost(ctx, input),
          ({ id }) => ["instagram_post", id],
        );
      },
    },
    {
      act: "change an Instagram post",
      of: ["site/content/update-post"],
      needs,
      leaves: "instagram_post.changed",
      again: "done",
      prepare: async () => {
        const input = {
          id: await add(),
          version: 1,
          link: newLink(),
          picture: "/pictures/toast",
          caption: "Last night",
        };
        return does((ctx) => updatePost(ctx, input), ["instagram_post", input.id]);
      },
    },
    ...itemRows(stage, "instagram_post", add),
  ];
}

/** Acts on the library of pictures. */
export function mediaRows(stage: StaffStage): Row[] {
  const named = () => randomUUID().replaceAll("-", "");
  const enter = async () => {
    const name = named();
    await enterPicture(stage.db(), { name, width: 640, height: 480 }, stage.as("admin").now);
    return name;
  };
  return [
    {
      act: "say what a picture of the library shows",
      of: ["site/media/describe-picture"],
      needs,
      leaves: "picture.described",
      again: "done",
      prepare: async () => {
        const input = { id: await enter(), version: 1, alt: "Dancing", alt_es: "Bailando", focus_x: 30, focus_y: 80 };
        return does((ctx) => describePicture(ctx, input), ["picture", input.id]);
      },
    },
    {
      act: "put a picture into the trash",
      of: ["site/media/trash-picture"],
      needs,
      leaves: "picture.trashed",
      again: "done",
      prepare: async () => {
        const id = await enter();
        return does((ctx) => trashPicture(ctx, { id }), ["picture", id]);
      },
    },
    {
      act: "take a picture out of the trash",
      of: ["site/media/restore-picture"],
      needs,
      leaves: "picture.restored",
      again: "done",
      prepare: async () => {
        const id = await enter();
        granted(await trashPicture(stage.as("admin"), { id }));
        return does((ctx) => restorePicture(ctx, { id }), ["picture", id]);
      },
    },
    {
      act: "replace a picture everywhere",
      of: ["site/media/replace-picture"],
      needs: ["content.change", "crawls.change"],
      leaves: "picture.replaced",
      again: "picture_unused",
      prepare: async () => {
        const [id, by] = [await enter(), await enter()];
        const crawl = await addCrawl(stage.db(), {});
        await stage
          .db()
          .updateTable("pub_crawls")
          .set({ image: `/uploads/${id}` })
          .where("id", "=", crawl)
          .execute();
        return does(
          (ctx) => replacePicture(ctx, { id, by }),
          [
            ["picture", id],
            ["crawl", crawl],
          ],
        );
      },
    },
  ];
}
