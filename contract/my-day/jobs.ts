/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['myDay.mail'] as const
