/** A look at the books, as the queue knows it: asked for in one feature, done in another. */
export const verifyLedgerOnRequestJob = { name: 'ledger.verifyAsked' } as const
