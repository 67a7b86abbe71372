/** Rows of the table that several endpoints share: a cell for each role, in the order of `roles`. */
const all = '* * * * * * * * * *'
export const everybody = all
/** Endpoints that any signed-in person may call: they speak of the caller, and of nobody else. */
export const mine = all

export const clients = 'all all team own own own own all - -'
export const clientExports = 'all all team own - - own - - -'
export const clientEditors = 'all - team own - own own - - -'
export const adminOnly = '* - - - - - - - - -'
export const auditors = '* * - - - - - - - -'
export const staffEditors = 'all - - - - - - - all -'
/** Everybody but who has a personal area and no more. */
export const atWork = '* * * * * * * * * -'
export const ofAll = 'all - - - - - - - - -'
export const teams = 'all all team team - - team - - -'
export const staffReaders = 'all all - - - - - - all -'
/** Who they are put under is chosen inside the caller's scope: no record is asked for. */
export const staffMakers = '* - - - - - - - * -'
export const changers = 'all all team - - - - - - -'

export const openers = 'all - team own - own own - - -'
/** What the firm offers is the same for everybody. */
export const catalogue = '* * * * * * * * - -'
export const withClients = '* * * * * * * - - -'
export const notices = 'all all team own own own own - - -'
export const leavers = 'all all team own own own own - - -'
export const maturityEditors = '* - * * - * * - - -'
export const handoverMakers = 'all - team own - - own - - -'
