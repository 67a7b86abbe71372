const problems = {
  revoked: 'A autorização foi retirada ou caducou.',
  scope: 'Falta a autorização para ler o calendário.',
  blocked: 'A sua organização não permite que a Atalaya leia o Google Calendar.',
  limited: 'A Google pede para esperar: recebeu demasiados pedidos.',
  unreachable: 'A Google não responde.',
  misconfigured: 'A Google não reconhece a Atalaya. Avise o administrador do sistema.',
  tooMany: 'O calendário tem demasiados eventos para ser lido por inteiro.',
}

export default {
  title: 'Google Calendar',
  lead: 'Os seus eventos da Google aparecem na sua agenda, e os horários livres para reunir têm-nos em conta. A Atalaya só lê: nunca altera nada na Google.',
  privacy: {
    title: 'Quem vê o quê',
    own: 'Só o próprio vê o título dos seus eventos, guardado cifrado.',
    others: 'Os colegas veem, no máximo, que está ocupado, sem o motivo.',
    kept: 'Guardam-se os eventos desde há um mês até daqui a meio ano. Ao desligar são apagados.',
  },
  none: {
    title: 'Por ligar',
    text: 'A Google vai pedir-lhe autorização para ler o calendário e o diretório da sua organização.',
    off: 'O Google Calendar ainda não está configurado nesta instalação. Peça-o ao administrador do sistema.',
  },
  state: {
    title: 'Ligação',
    connected: 'Ligado',
    reconnect: 'É preciso voltar a ligar',
    account: 'Conta',
    since: 'Ligado desde',
    syncedAt: 'Última leitura',
    never: 'Ainda nenhuma',
    nextSyncAt: 'Próxima leitura',
    events: 'Eventos guardados',
    directory: 'Diretório da organização',
    hasDirectory: 'Disponível ao escolher participantes',
    noDirectory: 'Sem autorização',
  },
  problems,
  retry: 'Nova tentativa a {{at}}. Entretanto, a agenda mostra o que se leu por último.',
  mend: 'Volte a ligar para manter a agenda atualizada.',
  actions: {
    connect: 'Ligar o Google Calendar',
    connecting: 'A ligar…',
    reconnect: 'Voltar a ligar',
    sync: 'Ler agora',
    disconnect: 'Desligar',
    agenda: 'Ver a agenda',
  },
  done: {
    connected: 'Google Calendar ligado com {{email}}. Os eventos aparecerão dentro de segundos.',
    requested: 'A ler o calendário…',
    removed: 'Google Calendar desligado. Os eventos guardados foram apagados.',
  },
  refused: 'Não deu a autorização. Pode ligar quando quiser.',
  disconnect: {
    title: 'Desligar o Google Calendar',
    text: 'A Atalaya deixará de ler o seu calendário e apagará os eventos guardados. Na Google nada muda.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { googleCalendar: 'Google Calendar' },
  modules: { bt_Calendario: 'Google Calendar' },
  actions: {
    googleCalendar_connected: 'Liga o seu Google Calendar',
    googleCalendar_disconnected: 'Desliga o seu Google Calendar',
    googleCalendar_lost: 'A Google deixa de aceitar a ligação de um calendário',
  },
  entities: { bt_Calendario: 'Ecrã: Google Calendar' },
  jobs: {
    googleCalendar_due: 'Google Calendar: calendários por ler',
    googleCalendar_sync: 'Google Calendar: leitura de um calendário',
  },
  notifications: {
    googleCalendar: {
      lost: {
        title: 'Google Calendar desligado',
        text: 'A Google já não aceita a ligação com {{email}}. Volte a ligar para ver os seus eventos na agenda.',
      },
    },
  },
  refusals: {
    'googleCalendar.notConfigured': 'O Google Calendar não está configurado nesta instalação.',
    'googleCalendar.expired': 'A autorização demorou demasiado ou já foi usada. Prima «Ligar» de novo.',
    'googleCalendar.refused': 'A Google não aceita esta autorização. Prima «Ligar» de novo.',
    'googleCalendar.scope': 'Falta a autorização para ler o calendário. Volte a ligar e deixe a sua caixa marcada.',
    'googleCalendar.unreachable': 'A Google não responde. Tente dentro de alguns minutos.',
  },
}
