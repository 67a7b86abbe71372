/** Rows of the table that several endpoints share: a cell for each role, in the order of `roles`. */
const allRoles = '* * * * * * * * * *'
export const everybodyRow = allRoles
/** Endpoints that any signed-in person may call: they speak of the caller, and of nobody else. */
export const ownDataRow = allRoles

export const clientReadersRow = 'all all team own own own own all - -'
export const clientExportersRow = 'all all team own - - own - - -'
export const clientEditorsRow = 'all - team own - own own - - -'
export const adminOnlyRow = '* - - - - - - - - -'
export const auditorsRow = '* * - - - - - - - -'
export const staffEditorsRow = 'all - - - - - - - all -'
/** Everybody but who has a personal area and no more. */
export const employedRolesRow = '* * * * * * * * * -'
export const firmWideAdminRow = 'all - - - - - - - - -'
export const teamReadersRow = 'all all team team - - team - - -'
export const staffReadersRow = 'all all - - - - - - all -'
/** Who they are put under is chosen inside the caller's scope: no record is asked for. */
export const staffCreatorsRow = '* - - - - - - - * -'
export const approvalMakersRow = 'all all team - - - - - - -'

export const openingMakersRow = 'all - team own - own own - - -'
/** What the firm offers is the same for everybody. */
export const productReadersRow = '* * * * * * * * - -'
export const clientFacingRolesRow = '* * * * * * * - - -'
export const noticeReadersRow = 'all all team own own own own - - -'
export const cancellationReadersRow = 'all all team own own own own - - -'
export const maturityEditorsRow = '* - * * - * * - - -'
/** To whom a new client is given is chosen inside the caller's scope: no record is asked for. */
export const clientCreatorsRow = '* - * * - * * - - -'
export const handoverMakersRow = 'all - team own - - own - - -'
/** What belongs to a client and is asked for by an id of its own: the tests of its feature ask who reaches whose. */
export const clientPartReadersRow = '* * * * * * * * - -'
export const clientPartEditorsRow = '* - * * - * * - - -'
