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
  empty: 'Não há notificações',
  emptyHint: 'Aqui aparecerão os avisos sobre a sua conta e o seu trabalho.',
  older: 'Ver anteriores',
  choose: 'Escolher notificações',
  muted: 'Deixará de receber notificações de: {{kind}}.',
  undo: 'Anular',
  actions: { decide: 'Decidir', read: 'Marcar como lida', mute: 'Não voltar a notificar' },
  ways: { app: 'A aplicação de códigos', passkey: 'A chave de acesso «{{name}}»' },
  outcomes: { approved: 'aprovada', rejected: 'rejeitada', expired: 'caducada', restored: 'pendente de novo' },
  kinds: notifications,
  records: {
    client: 'a ficha de {{name}}',
    account: 'a conta {{name}}',
    approval: 'uma alteração proposta',
    contact: 'um contacto',
  },
} satisfies Shape<typeof es>
