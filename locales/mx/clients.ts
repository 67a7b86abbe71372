import type es from '../es/clients.ts'
import type { Overrides } from '../shape.ts'

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
  movements: { kinds: { withdrawal: 'Retiro' } },
} satisfies Overrides<typeof es>
