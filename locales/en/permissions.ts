import type es from '#locales/es/permissions.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  title: 'Modules and permissions',
  people: {
    title: 'People and permissions',
  },
  fields: {
    role: 'Role',
    module: 'Module',
    scope: 'Scope',
    origin: 'Origin',
    changedAt: 'Changed on',
    changedBy: 'Changed by',
    person: 'Person',
    email: 'E-mail',
    username: 'User name',
    cvl: 'CVL',
    office: 'Office',
    secondFactor: 'Second factor',
    state: 'Access',
    endedAt: 'Access ended on',
    ownRules: 'Own permissions',
  },
  origins: { product: 'Product', firm: 'Firm' },
  states: { working: 'Has access', ended: 'No access', disabled: 'Disabled' },
} satisfies Shape<typeof es>
