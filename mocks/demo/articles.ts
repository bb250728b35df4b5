import type { ArticleType } from '#contract/content/articles.ts'

type Texts = Record<'zh-CN' | 'zh-TW' | 'en-US' | 'pt-BR', readonly [title: string, text: string]>

/** The news of the demo's public site in each language of the site. All of it is invented. */
export const articles: readonly { type: ArticleType; daysAgo: number; cover: string | null; texts: Texts }[] = [
  {
    type: 'NEWS',
    daysAgo: 2,
    cover: 'pen-1',
    texts: {
      'zh-CN': [
        '锡林浩特千头活牛质押贷款上线满月',
        '八家牧场的牛群佩戴项圈一个月，头数、覆盖率和告警处理记录全部可查。',
      ],
      'zh-TW': [
        '錫林浩特千頭活牛質押貸款上線滿月',
        '八家牧場的牛群佩戴項圈一個月，頭數、覆蓋率與警報處理紀錄全部可查。',
      ],
      'en-US': [
        'A month of lending against a thousand head in Xilinhot',
        'The herds of eight farms have worn neckbands for a month. Headcounts, coverage and every handled alert can be looked up.',
      ],
      'pt-BR': [
        'Um mês de crédito sobre mil cabeças em Xilinhot',
        'Os rebanhos de oito fazendas usam colares há um mês. Contagens, cobertura e cada alerta tratado podem ser consultados.',
      ],
    },
  },
  {
    type: 'NEWS',
    daysAgo: 6,
    cover: 'pen-4',
    texts: {
      'zh-CN': ['一次真实的越栏：从告警到找回 19 分钟', '牛走出圈门后半分钟告警，值班监管员指派牧工，十九分钟后归圈。'],
      'zh-TW': ['一次真實的越欄：從警報到找回 19 分鐘', '牛走出圈門後半分鐘警報，值班監管員指派牧工，十九分鐘後歸圈。'],
      'en-US': [
        'A real escape: 19 minutes from the alert to the pen',
        'The alert came half a minute after the animal left the gate. The supervisor on shift sent a herder, who brought it back.',
      ],
      'pt-BR': [
        'Uma fuga real: 19 minutos do alerta ao curral',
        'O alerta veio meio minuto depois que o animal passou pela porteira. O plantão enviou um vaqueiro, que o trouxe de volta.',
      ],
    },
  },
  {
    type: 'NEWS',
    daysAgo: 11,
    cover: 'trough-2',
    texts: {
      'zh-CN': ['站点中断时，平台如何避免误报', '停电不等于丢牛：一次中断只有一条告警，期间的头数标为“待核实”。'],
      'zh-TW': ['站點中斷時，平台如何避免誤報', '停電不等於丟牛：一次中斷只有一則警報，期間的頭數標為「待核實」。'],
      'en-US': [
        'How an outage stays one alert',
        'A power cut loses no cattle: one outage is one alert, and the heads behind it count as unverified, not as missing.',
      ],
      'pt-BR': [
        'Como uma queda gera um só alerta',
        'Falta de energia não some com o gado: uma interrupção é um alerta, e as cabeças ficam como não verificadas.',
      ],
    },
  },
  {
    type: 'NEWS',
    daysAgo: 18,
    cover: 'pen-7',
    texts: {
      'zh-CN': ['活牛价格走低，银行怎样及时看到覆盖率', '价格调整经银行审批后当场生效，低于预警线的贷款当天通知各方。'],
      'zh-TW': ['活牛價格走低，銀行怎樣及時看到覆蓋率', '價格調整經銀行審核後當場生效，低於預警線的貸款當天通知各方。'],
      'en-US': [
        'Prices fall: how banks see their coverage in time',
        'A new price counts the moment the bank approves it. All parties of a loan below its warning line hear of it that day.',
      ],
      'pt-BR': [
        'Preços em queda: como o banco vê a cobertura a tempo',
        'Um novo preço vale assim que o banco o aprova. As partes de um crédito abaixo da linha de aviso sabem no mesmo dia.',
      ],
    },
  },
  {
    type: 'POLICY',
    daysAgo: 9,
    cover: null,
    texts: {
      'zh-CN': ['动产融资统一登记：质押牲畜怎么登记', '登记主体、描述方式和续展期限，一页说清。'],
      'zh-TW': ['動產融資統一登記：質押牲畜怎麼登記', '登記主體、描述方式與續展期限，一頁說清。'],
      'en-US': [
        'Registering pledged livestock',
        'Who registers, how a herd is described, and when a registration must be renewed.',
      ],
      'pt-BR': [
        'Como registrar animais em penhor',
        'Quem registra, como se descreve um rebanho e quando o registro deve ser renovado.',
      ],
    },
  },
  {
    type: 'POLICY',
    daysAgo: 23,
    cover: null,
    texts: {
      'zh-CN': ['检疫证明电子化：移动许可要填什么', '许可只对名单上的牲畜、在批准的时段内有效。'],
      'zh-TW': ['檢疫證明電子化：移動許可要填什麼', '許可只對名單上的牲畜、在核准的時段內有效。'],
      'en-US': [
        'Electronic quarantine certificates: what a movement permit needs',
        'A permit holds for the listed animals and the approved hours only.',
      ],
      'pt-BR': [
        'Certificados sanitários eletrônicos: o que pede uma autorização de saída',
        'A autorização vale só para os animais listados e no horário aprovado.',
      ],
    },
  },
  {
    type: 'GUIDE',
    daysAgo: 14,
    cover: 'trough-4',
    texts: {
      'zh-CN': ['项圈怎么佩戴才不丢失', '留两指宽，扣在左侧，冬毛长出后再紧一格。'],
      'zh-TW': ['項圈怎麼佩戴才不遺失', '留兩指寬，扣在左側，冬毛長出後再緊一格。'],
      'en-US': [
        'Fitting a neckband so that it stays on',
        'Two fingers of room, buckle on the left, one hole tighter in winter coat.',
      ],
      'pt-BR': [
        'Como ajustar o colar para não perdê-lo',
        'Folga de dois dedos, fivela à esquerda, um furo a menos no inverno.',
      ],
    },
  },
  {
    type: 'GUIDE',
    daysAgo: 26,
    cover: null,
    texts: {
      'zh-CN': ['覆盖率低于预警线时怎么办', '补质押物、还款，或请银行重新估值：三种办法的步骤。'],
      'zh-TW': ['覆蓋率低於預警線時怎麼辦', '補質押物、還款，或請銀行重新估值：三種辦法的步驟。'],
      'en-US': [
        'What to do below the warning line',
        'Add collateral, repay, or ask the bank for a new valuation: the steps of each.',
      ],
      'pt-BR': [
        'O que fazer abaixo da linha de aviso',
        'Reforçar a garantia, amortizar ou pedir nova avaliação ao banco: os passos de cada opção.',
      ],
    },
  },
]
