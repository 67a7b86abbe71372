export const refusals = {
  'employee.cycle': 409,
  'employee.hasClients': 409,
  'employee.hasTeam': 409,
  'employee.ended': 409,
  'employee.emailTaken': 409,
  'employee.accountWaits': 409,
  'employee.moveWaits': 409,
  'employee.officeWaits': 409,
} as const satisfies Record<string, number>
