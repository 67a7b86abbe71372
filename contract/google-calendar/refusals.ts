export const refusals = {
  'googleCalendar.notConfigured': 409,
  'googleCalendar.expired': 409,
  'googleCalendar.refused': 422,
  'googleCalendar.scope': 422,
  'googleCalendar.unreachable': 503,
} as const satisfies Record<string, number>
