/** What requests for changes of settings say. */
export const reason = 'Una prueba'
/** A rule of attribution that the test of settings makes. */
export const attributionRuleId = '4000000000000000'
