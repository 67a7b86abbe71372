/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['meetings.mail', 'meetings.remind', 'meetings.replies'] as const
