/** What the queue knows it by, for those who enqueue it. */
export const executeImportJob = { name: 'imports.carryOut' } as const
