/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['googleCalendar.due', 'googleCalendar.sync'] as const
