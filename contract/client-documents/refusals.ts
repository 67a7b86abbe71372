export const refusals = {
  'clientDocument.retained': 409,
} as const satisfies Record<string, number>
