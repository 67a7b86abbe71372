import type es from '../es/notifications.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Notificações',
  unread: 'Por ler',
  readAll: 'Marcar tudo como lido',
  loading: 'A carregar as notificações',
  empty: 'Não tens notificações',
  emptyHint: 'Aqui verás os avisos sobre a tua conta e sobre o Atalaya.',
  older: 'Ver anteriores',
  ways: { app: 'A aplicação de códigos', passkey: 'A chave de acesso «{{name}}»' },
  kinds: {
    signIn: {
      newPlace: {
        title: 'Acesso a partir de um lugar novo',
        text: 'Entraste a partir do endereço {{address}} ({{browser}}). Se não foste tu, altera a palavra-passe e termina essa sessão.',
      },
    },
    password: {
      changed: {
        title: 'Palavra-passe alterada',
        text: 'A tua palavra-passe foi alterada a partir do endereço {{address}}. Se não foste tu, avisa o teu administrador.',
      },
    },
    secondFactor: {
      added: { title: 'Segundo fator adicionado', text: '{{what}} protege agora a tua conta.' },
      removed: { title: 'Segundo fator removido', text: '{{what}} já não protege a tua conta.' },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperação usado',
        text: 'Restam-te {{left}}. Podes criar novos na tua área pessoal.',
      },
    },
    maintenance: { announced: { title: 'Manutenção', text: 'Fim previsto: {{until}}.', open: 'Sem fim previsto.' } },
  },
} satisfies Shape<typeof es>
