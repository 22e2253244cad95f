/** What a device keeps of somebody besides the session: what it has still to send, and as which device it is known. */
export type DeviceData = { unsent: number; device: string | null; forget: () => Promise<unknown> };

let read = (): Promise<DeviceData> => Promise.resolve({ unsent: 0, device: null, forget: () => Promise.resolve() });

/** In the browser: what this device keeps of whoever is signed in. */
export const readDeviceData = (): Promise<DeviceData> => read();

/** Says how that is read. `entry.client.tsx` does it, because modules after this one keep the data. */
export const setDeviceData = (reader: typeof read): void => {
  read = reader;
};
