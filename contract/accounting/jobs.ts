/** Work between requests. Each has its name under `jobs` of the texts' words. */
export const jobs = ['ledger.verifyAsked', 'ledger.verifyNightly'] as const
