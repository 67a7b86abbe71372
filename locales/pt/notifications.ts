import type es from '../es/notifications.ts'
import type { Shape } from '../shape.ts'

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
  kinds: {
    signIn: {
      newPlace: {
        title: 'Acesso a partir de um lugar novo',
        text: 'Entraste a partir do endereço {{address}} ({{agent}}). Se não foste tu, altera a palavra-passe e termina essa sessão.',
      },
    },
    password: {
      changed: {
        title: 'Palavra-passe alterada',
        text: 'A tua palavra-passe foi alterada a partir do endereço {{address}}. Se não foste tu, avisa o teu administrador.',
      },
    },
    google: {
      linked: {
        title: 'Conta Google associada',
        text: 'Foi usada pela primeira vez a conta Google {{email}}, a partir do endereço {{address}}. Se não foste tu, avisa o teu administrador.',
      },
    },
    secondFactor: {
      added: { title: 'Segundo fator adicionado', text: '{{way}} protege agora a tua conta.' },
      removed: { title: 'Segundo fator removido', text: '{{way}} já não protege a tua conta.' },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperação usado',
        text: 'Restam-te {{left}}. Podes criar novos na tua área pessoal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperação novos',
        text: 'Foram criados a partir do endereço {{address}} e os anteriores já não servem. Se não foste tu, avisa o teu administrador.',
      },
    },
    permissions: {
      changed: { title: 'Permissões alteradas', text: 'O que podes ver e fazer mudou. O menu já o mostra.' },
    },
    employee: {
      accountProposed: {
        title: 'Propuseram alterar as tuas contas bancárias',
        text: '{{by}} propôs alterar onde a empresa te paga. Outra pessoa tem de o aprovar. Se não o pediste, avisa a direção.',
      },
      accountChanged: {
        title: 'As tuas contas bancárias foram alteradas',
        text: '{{by}} aprovou a alteração. Confirma a conta na tua área pessoal; se não o pediste, avisa a direção.',
      },
      moveFailed: {
        title: 'Mudança de supervisor não realizada',
        text: 'A mudança de {{cvl}} prevista para {{date}} não foi feita. Vê a ficha.',
      },
    },
    ledger: {
      differs: {
        title: 'Os livros não batem certo',
        text: 'A verificação da noite encontrou diferenças: {{differences}}. Abre-a para ver quais.',
      },
    },
    payments: {
      stalled: {
        title: 'Uma remessa não termina de ser contabilizada',
        text: 'Pagamentos de {{reference}} que não se conseguem contabilizar: {{orders}}. Volta a tentar-se, cada vez com mais pausa.',
      },
    },
    import: {
      stalled: {
        title: 'Uma importação não avança',
        text: 'A importação {{who}} ({{file}}) falha por uma causa alheia ao ficheiro. Volta a tentar-se, cada vez com mais pausa.',
      },
    },
    client: {
      bankAccount: {
        title: 'Um cliente recebe noutra conta',
        text: '{{change}}. Se não o esperavas, avisa a direção.',
      },
      signature: {
        title: 'Muda quem assina numa conta',
        text: '{{change}}. Se não o esperavas, avisa a direção.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimentos em espera',
        text: 'Venceram sem se poder cumprir a instrução: {{count}}. O dinheiro espera sem juros até dizeres o que fazer.',
      },
      stopped: {
        title: 'Vencimentos com um impedimento',
        text: 'Vencem dentro de uma semana e a instrução não se pode cumprir: {{count}}. A lista diz porquê.',
      },
    },
    night: {
      postingFailed: {
        title: 'O processo da noite não termina',
        text: 'Os juros e vencimentos de {{date}} não foram contabilizados. Volta a tentar-se, cada vez com mais pausa.',
      },
      verificationFailed: {
        title: 'A verificação dos livros não termina',
        text: 'A de {{date}} não foi feita. Volta a tentar-se, cada vez com mais pausa.',
      },
    },
    handover: {
      done: { title: 'Transferência feita', text: 'A transferência para {{name}} está feita. Clientes: {{clients}}.' },
      undone: {
        title: 'Transferência anulada',
        text: 'A transferência para {{name}} já não conta: os clientes ficam com quem os tinha. Clientes: {{clients}}.',
      },
      failed: {
        title: 'Transferência não realizada',
        text: '{{name}} já não pode receber clientes. Continuam com quem os tinha. Clientes: {{clients}}.',
      },
    },
    maintenance: { announced: { title: 'Manutenção', text: 'Fim previsto: {{until}}.', open: 'Sem fim previsto.' } },
    approval: {
      waiting: { title: 'Uma alteração aguarda a tua decisão', text: '{{maker}} propõe: {{change}}.' },
      decided: { title: 'A tua alteração está {{outcome}}', text: '{{change}}.' },
      taskSwitched: {
        title: 'Definição das revisões',
        text: '{{by}} aprovou deixar de pedir: {{task}}.',
        on: '{{by}} ativou a revisão: {{task}}.',
      },
    },
    setting: { changed: { title: 'Definição alterada', text: '{{by}} aprovou: {{change}}.' } },
    limit: { changed: { title: 'Limite alterado', text: '{{by}} aprovou: {{change}}.' } },
    contributionRules: {
      changed: { title: 'Regras do dinheiro registado à mão alteradas', text: '{{by}} aprovou: {{change}}.' },
    },
    contributions: {
      overdue: {
        title: 'Contribuições por confirmar',
        text: 'Há contribuições registadas à mão que nenhum extrato confirmou dentro do prazo. Verifica-as: o que se paga com elas espera.',
      },
    },
    firmAccount: { changed: { title: 'Conta dos pagamentos alterada', text: '{{by}} aprovou: {{change}}.' } },
    access: {
      created: {
        title: 'Utilizador novo',
        text: '{{name}} pode entrar com o perfil {{role}}. Foi criado no servidor, na linha de comandos.',
      },
      directionEnded: {
        title: 'Saída na direção',
        text: '{{by}} terminou o acesso ou o contrato de {{name}}, da direção.',
      },
    },
    secondFactorRoles: {
      changed: { title: 'Segundo fator', text: '{{by}} aprovou: {{change}}.' },
    },
    relative: {
      declared: {
        title: 'Declararam-te familiar',
        text: '{{who}} declarou que és da sua família. Confirma na tua área pessoal se for verdade; se não for, avisa os recursos humanos.',
      },
    },
    substitution: {
      named: { title: 'Suplência', text: 'Decides em vez de {{name}} de {{from}} a {{to}}.' },
      set: { title: 'Suplência', text: '{{name}} decide em tua vez de {{from}} a {{to}}.' },
    },
    comment: {
      mentioned: {
        title: 'Mencionaram-te',
        text: '{{by}} menciona-te num comentário sobre {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'Tens isto a teu cargo',
        text: '{{by}} pôs a teu cargo {{entity}}.',
      },
    },
  },
  records: {
    client: 'a ficha de {{name}}',
    account: 'a conta {{name}}',
    approval: 'uma alteração proposta',
  },
} satisfies Shape<typeof es>
