/** What the queue knows them by, for those who enqueue them. */
export const sendNoticesJob = { name: 'notices.send' } as const
export const queueMaturitiesJob = { name: 'notices.queueMaturities' } as const
