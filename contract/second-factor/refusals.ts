export const refusals = {
  'secondFactor.tooMany': 429,
  'secondFactor.wrong': 422,
  'secondFactor.none': 409,
  'secondFactor.needed': 409,
  'secondFactor.missing': 409,
  'secondFactor.tooNew': 409,
  'passkey.noDomain': 409,
} as const satisfies Record<string, number>
