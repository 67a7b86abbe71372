/** How far it has come with a contact, in the order of the board. R1 to R4 are the reviews of the commercial cycle. */
export const contactStages = ['new', 'contacted', 'r1', 'r2', 'r3', 'r4', 'won', 'lost'] as const
/** Those in which something may still come of it. */
export const openContactStages = contactStages.slice(0, 6)
export type ContactStage = (typeof contactStages)[number]

/** Why it came to nothing. */
export const lostReasons = ['no_interest', 'no_money', 'competitor', 'no_answer', 'not_eligible', 'other'] as const
export type LostReason = (typeof lostReasons)[number]

/** From the proposal on nobody goes further whose consent to data protection isn't signed. */
const stagesWithConsent: readonly ContactStage[] = ['r2', 'r3', 'r4', 'won']
export const needsConsent = (stage: ContactStage): boolean => stagesWithConsent.includes(stage)
