/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['kyc.expiries', 'kyc.unusedFiles'] as const
