import type es from '../es/client.ts'
import type { Overrides } from '../shape.ts'

export default {
  cockpit: { openWithdrawals: 'Retiros en curso' },
  client: {
    blocked: {
      documents: 'Cliente bloqueado por documentos',
    },
  },
  account: {
    office: 'Sucursal',
    held: 'Reservado para retiros',
  },
  contribution: {
    action: 'Agregar aportación',
    submit: 'Agregar aportación',
  },
  accounts: {
    rate: 'Tasa',
  },
} satisfies Overrides<typeof es>
