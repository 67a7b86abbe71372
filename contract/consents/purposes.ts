/** What a client can consent to. Only the first decides whether they may bring money. */
export const consentPurposes = ['information', 'marketing', 'transfers'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** `sent` and `viewed` wait for an answer; `superseded`: the text has changed so much that the signature no longer counts. */
export const consentStates = ['sent', 'viewed', 'signed', 'refused', 'withdrawn', 'superseded'] as const
export type ConsentState = (typeof consentStates)[number]

/** In which the texts are written. Mexican clients read the Spanish one of their firm. */
export const consentLanguages = ['es', 'en', 'pt'] as const
export type ConsentLanguage = (typeof consentLanguages)[number]
/** What a client stands at for a purpose. */
export const consentStatuses = ['not_sent', ...consentStates] as const
