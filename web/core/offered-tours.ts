import { readStored, writeStored } from './local-storage.ts'

/** Whether the tour was offered to this person in this browser before. */
export const wasTourOffered = (username: string): boolean => (readStored('toured') ?? []).includes(username)

/** In this browser, for each user name. */
export const rememberTourOffer = (username: string): void => {
  if (!wasTourOffered(username)) writeStored('toured', [...(readStored('toured') ?? []), username])
}
