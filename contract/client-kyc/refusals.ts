export const refusals = {
  'kyc.bothSides': 422,
  'kyc.noFile': 422,
  'kyc.fileKind': 422,
  'kyc.fileGone': 409,
  'kyc.noAddress': 409,
  'kyc.noZone': 422,
  'kyc.notPending': 409,
  'kyc.otherNumber': 409,
  'kyc.otherAddress': 409,
} as const satisfies Record<string, number>
