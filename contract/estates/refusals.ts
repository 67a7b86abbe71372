export const refusals = {
  'estate.registered': 409,
  'estate.company': 409,
  'estate.notRegistered': 409,
  'estate.released': 409,
  'estate.waits': 409,
  'estate.incomplete': 409,
} as const satisfies Record<string, number>
