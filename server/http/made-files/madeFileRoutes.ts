import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { alertEvidencePath, evidenceContentType, evidenceRoles } from '#contract/alerts/alertEvidence.ts'
import { dailyReportContentType, dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { reportRoles } from '#contract/projects/projectRoles.ts'
import type { Context } from '../../context.ts'
import { zipOf } from '../../exports/evidence/pack.ts'
import { createEvidencePack } from '../../resources/alerts/evidence/takeEvidence.ts'
import { createReport } from '../../resources/projects/reports/takeReport.ts'
import { createMaking } from './making.ts'

/** Adds the routes of an alert's evidence pack and a project's daily report. @param context with the pool of lists, files and reports */
export function addMadeFileRoutes(server: FastifyInstance, context: Context): void {
  const add = createMaking(server, context)
  add({
    path: alertEvidencePath,
    access: evidenceRoles,
    contentType: evidenceContentType,
    async make(caller, id, info, signal) {
      const { pack, remove } = await createEvidencePack(context, caller, id, info, signal)
      return { stream: zipOf(pack), name: `alert-${id}-evidence.zip`, remove }
    },
  })
  add({
    path: dailyReportPath,
    access: reportRoles,
    contentType: dailyReportContentType,
    async make(caller, id, info, signal) {
      const { file, remove } = await createReport(context, caller, id, info, signal)
      return { stream: createReadStream(file.diskPath), name: file.path, remove }
    },
  })
}
