export const refusals = {
  'infoForm.noEmail': 409,
  'infoForm.badEmail': 409,
  'infoForm.deceased': 409,
  'infoForm.unreviewed': 409,
  'infoForm.reviewed': 409,
  'infoForm.notSent': 409,
  'infoForm.incomplete': 422,
  'infoForm.empty': 422,
} as const satisfies Record<string, number>
