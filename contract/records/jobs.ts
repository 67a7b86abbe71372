/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['attachments.purge'] as const
