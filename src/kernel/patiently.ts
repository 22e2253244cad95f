/** For the browser: tries until it works (or `tries` times), because what is on the screen is better than an error page. */
export async function patiently<T>(load: () => Promise<T>, tries = Infinity): Promise<T> {
  for (let pause = 1000, left = tries; ; pause = Math.min(2 * pause, 30_000), left -= 1)
    try {
      return await load();
    } catch (error) {
      if (left <= 1) throw error;
      await new Promise((again) => {
        addEventListener("online", again, { once: true });
        setTimeout(again, pause);
      });
    }
}
