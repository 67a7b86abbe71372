import type es from '../es/estates.ts'
import type { Overrides } from '../shape.ts'

export default {
  register: { certificateHint: 'Agrega antes el certificado a los documentos del cliente.' },
  obstacles: { moneyUnderWay: 'Hay cuentas pendientes, retiros o pagos en curso, o dinero sin confirmar' },
  heirs: { add: 'Agregar heredero', empty: 'Agrega a quienes heredan, cada uno con su parte.' },
} satisfies Overrides<typeof es>
