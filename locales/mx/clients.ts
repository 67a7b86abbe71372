import type es from '../es/clients.ts'
import type { Overrides } from '../shape.ts'

const movementKinds = { withdrawal: 'Retiro' }

export default {
  searchHint: 'Nombre, identificación, teléfono, correo, CVL o CLABE',
  fields: {
    identityNumber: 'Identificación',
    addressProof: 'Comprobante de domicilio',
    dni: 'Identificación',
    dniValidUntil: 'Vigencia del documento',
    lopd: 'Aviso de privacidad',
  },
  filters: { dniExpiresBefore: 'Identificación vence antes de' },
  dniState: { valid: 'Vigente', about_to_expire: 'Por vencer', expired: 'Vencida' },
  movements: { kinds: movementKinds },
} satisfies Overrides<typeof es>

/** What lists of all features say of this one, where Mexico says it otherwise. */
export const words = {
  timelineEntries: { movement: movementKinds },
}
