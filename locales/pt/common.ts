import type es from '../es/common.ts'
import type { Shape } from '../shape.ts'

export default {
  loading: 'A carregar...',
  noData: 'Não há dados disponíveis.',
  genericError: 'Ocorreu um erro. Tente novamente, por favor.',
  retry: 'Tentar novamente',
  reload: 'Recarregar a página',
  requestId: 'Referência: {{id}}',
  cancel: 'Cancelar',
  undo: 'Anular',
  close: 'Fechar',
  moreActions: 'Mais ações',
  recordSections: 'Partes da ficha',
  copied: 'Copiado',
  copyValue: 'Copiar {{value}}',
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
