import type es from '../es/common.ts'
import type { Shape } from '../shape.ts'

export default {
  loading: 'A carregar...',
  noData: 'Não há dados disponíveis.',
  genericError: 'Ocorreu um erro. Tenta novamente, por favor.',
  retry: 'Tentar novamente',
  reload: 'Recarregar a página',
  requestId: 'Referência: {{id}}',
  cancel: 'Cancelar',
  close: 'Fechar',
  copied: 'Copiado',
  yes: 'Sim',
  no: 'Não',
  /** The effective yearly rate of interest, before tax. */
  effectiveRate: 'TAE bruta',
  password: {
    show: 'Mostrar a palavra-passe',
    hide: 'Ocultar a palavra-passe',
    capsLock: 'O Caps Lock está ligado.',
  },
} satisfies Shape<typeof es>
