export const refusals = {
  'consent.noText': 409,
  'consent.noEmail': 409,
  'consent.badEmail': 409,
  'consent.deceased': 409,
  'consent.noSigner': 409,
  'consent.signerChanged': 409,
  'consent.alreadySigned': 409,
  'consent.notSigned': 409,
  'consent.textChanged': 409,
} as const satisfies Record<string, number>
