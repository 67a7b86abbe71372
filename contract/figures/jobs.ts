/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['figures.summaryMail'] as const
