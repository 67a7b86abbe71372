import type es from '../es/public.ts'
import type { Shape } from '../shape.ts'

export default {
  signIn: 'Iniciar sessão',
  home: 'Ir para o início',
  landing: {
    title: 'Cada cliente, cada conta, cada valor explicado ao cêntimo',
    lead: 'A Atalaya é a ferramenta interna da equipa para gerir os seus clientes. O acesso é criado por um administrador.',
    clients: {
      title: 'Clientes e contas',
      text: 'A carteira de cada gestor, com os dados, os documentos e o saldo de cada conta.',
    },
    figures: {
      title: 'Valores certos ao cêntimo',
      text: 'Contabilidade de partidas dobradas que não se apaga: cada saldo pode ser recalculado.',
    },
    access: {
      title: 'Permissões por perfil',
      text: 'O perfil determina o que cada pessoa vê e faz, e todas as alterações ficam registadas.',
    },
  },
  maintenance: {
    title: 'Em manutenção',
    text: 'Estamos a realizar trabalhos de manutenção. Os seus dados estão seguros. Volte dentro de alguns minutos.',
    until: 'Previsto até {{until}}.',
    retry: 'Verificar agora',
    waiting: 'A verificação é feita a cada 30 segundos e voltará à página em que estava.',
    over: 'Não há manutenção em curso',
    overText: 'A Atalaya funciona normalmente.',
    firm: 'Afeta: {{firm}}',
    unknown: 'Não foi possível consultar o servidor.',
  },
  upcoming: {
    title: 'Voltamos em breve',
    lead: 'A Atalaya está em manutenção. Prevê-se que termine em {{until}}.',
    noEnd: 'A Atalaya está em manutenção, sem data de fim prevista.',
    nothing: 'Não há manutenções previstas',
    nothingText: 'A Atalaya funciona normalmente e não há interrupções previstas.',
    late: 'Está prestes a terminar.',
    days: 'dias',
    hours: 'horas',
    minutes: 'minutos',
    seconds: 'segundos',
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'O endereço não corresponde a nenhuma página. A ligação pode ser antiga ou conter um erro.',
  },
  broken: {
    title: 'Erro do servidor',
    text: 'Tente novamente dentro de momentos. Se o problema continuar, avise o suporte.',
  },
} satisfies Shape<typeof es>
