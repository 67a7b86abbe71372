/**
 * Writes down what failed beside the person's work and that they can do nothing about: an audit of a navigation, a heartbeat.
 * At the level that the browser shows only to who asks for it.
 */
export const logDebug = (what: string, error: unknown): void => console.debug(`atalaya: ${what}`, error)
