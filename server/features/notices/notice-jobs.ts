/** What the queue knows them by, for those who enqueue them. */
export const sendNoticesJobName = { name: 'notices.send' } as const
export const queueMaturitiesJobName = { name: 'notices.queueMaturities' } as const
