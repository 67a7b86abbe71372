/** What the queue knows it by, for those who enqueue it. */
export const importJob = { name: 'imports.carryOut' } as const
