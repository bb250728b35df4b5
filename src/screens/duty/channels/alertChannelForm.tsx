import { Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { severities, type Severity } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import {
  isRequiredForChannel,
  organisationChannelKinds,
  type OrganisationChannelKind,
} from '#contract/duty/alertChannels.ts'
import { messageLanguages } from '#contract/duty/notificationSettings.ts'
import { ChoiceInput } from '../../../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../../../form/controls/controlProps.ts'
import { describeForm, type Field } from '../../../form/describe.ts'
import { select, text, toggle } from '../../../form/fields.tsx'
import { listWords } from '../../../locale/joins.ts'
import { languages } from '../../../locale/languages.ts'
import { ChannelTest } from './ChannelTest.tsx'

/** Field for the severities sent to the channel. */
function severitiesField<V>(): Field<V, Severity[]> {
  return {
    labelId: 'duty.severities',
    isSelfContained: true,
    Show({ value }) {
      const intl = useIntl()
      return listWords(
        intl,
        value.map((severity) => intl.formatMessage({ id: `severity.${severity}` })),
      )
    },
    Input({ value, onChange, ...props }) {
      const intl = useIntl()
      return (
        <Select<Severity[]>
          {...bindingOf(props)}
          mode="multiple"
          value={value ?? []}
          options={severities.map((severity) => ({
            value: severity,
            label: intl.formatMessage({ id: `severity.${severity}` }),
          }))}
          onChange={onChange}
        />
      )
    },
  }
}

function languageField<V>(): Field<V, (typeof messageLanguages)[number]> {
  return {
    labelId: 'duty.language',
    isSelfContained: true,
    Show: ({ value }) => languages[value].name,
    Input: ({ value, onChange, ...props }) => (
      <ChoiceInput
        {...bindingOf(props)}
        value={value}
        choices={messageLanguages.map((code) => ({ value: code, label: languages[code].name }))}
        onChange={(code) => onChange(messageLanguages.find((one) => one === code) ?? null)}
      />
    ),
  }
}

/** Field for the secret of a robot or webhook, which is never displayed again. */
function secretField<
  V extends { id?: number | null | undefined; kind?: OrganisationChannelKind | null | undefined },
>(): Field<V, string> {
  return {
    labelId: 'duty.secret',
    hintId: 'duty.keptSecret',
    isSecret: true,
    shownWhen: ({ kind }) => kind !== 'WECOM',
    isMandatory: (values) => isRequiredForChannel('secret', values),
    Show: () => null,
    Input: ({ value, onChange, ...props }) => (
      <Input.Password
        {...bindingOf(props)}
        autoComplete="new-password"
        maxLength={200}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    ),
  }
}

export const alertChannelForm = describeForm(endpoints.alertChannels.addOrEdit, {
  noun: 'alertChannels',
  newTitleId: 'duty.addChannel',
  titleOf: ({ name }) => name,
  load: endpoints.alertChannels.detail,
  initialValues: { kind: 'WEBHOOK', severities: ['CRITICAL', 'MAJOR'], language: 'zh-CN', isEnabled: true },
  sections: [
    {
      fields: {
        name: text('duty.name'),
        kind: select('duty.kind', organisationChannelKinds, {
          wordOf: (kind) => `alertChannel.${kind}`,
          lockedWhen: ({ id }) => id != null,
          changesWith: () => ({ secret: null }),
        }),
        // The URL may contain a key.
        address: {
          ...text('duty.address', {
            isWide: true,
            inputMode: 'url',
            hintId: 'duty.keptSecret',
            isMandatory: (values) => isRequiredForChannel('address', values),
          }),
          isSecret: true,
        },
        secret: secretField(),
        severities: severitiesField(),
        language: languageField(),
        isEnabled: toggle('duty.enabled'),
      },
    },
  ],
  Facts: ChannelTest,
})
