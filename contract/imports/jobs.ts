/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['imports.carryOut', 'imports.find'] as const
