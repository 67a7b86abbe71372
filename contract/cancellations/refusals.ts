export const refusals = {
  'cancellation.matured': 409,
  'cancellation.partial': 422,
  'cancellation.reserved': 409,
  'cancellation.waits': 409,
  'cancellation.over': 409,
} as const satisfies Record<string, number>
