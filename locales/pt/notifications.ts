import type es from '../es/notifications.ts'
import type { Shape } from '../shape.ts'
import { notifications } from './written/words.ts'

export default {
  title: 'Notificações',
  unread: 'Por ler',
  today: 'Hoje',
  yesterday: 'Ontem',
  readAll: 'Marcar tudo como lido',
  loading: 'A carregar as notificações',
  empty: 'Não tens notificações',
  emptyHint: 'Aqui verás os avisos sobre a tua conta e sobre o Atalaya.',
  older: 'Ver anteriores',
  ways: { app: 'A aplicação de códigos', passkey: 'A chave de acesso «{{name}}»' },
  outcomes: { approved: 'aprovada', rejected: 'rejeitada', expired: 'caducada' },
  kinds: notifications,
  records: {
    client: 'a ficha de {{name}}',
    account: 'a conta {{name}}',
    approval: 'uma alteração proposta',
  },
} satisfies Shape<typeof es>
