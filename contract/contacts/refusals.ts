export const refusals = {
  'contact.similar': 409,
  'contact.hasHistory': 409,
  'contact.lopdMissing': 409,
  'contact.converted': 409,
} as const satisfies Record<string, number>
