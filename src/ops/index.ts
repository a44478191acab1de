/** The registry: every operation of the service, in the order of the catalog. */
import type { AnyOp } from '../op/define.ts'
import { createKey } from './account/create_key.ts'
import { getAccount } from './account/get_account.ts'
import { getUsage } from './account/get_usage.ts'
import { listKeys } from './account/list_keys.ts'
import { revokeKey } from './account/revoke_key.ts'
import { updateEmailPreferences } from './account/update_email_preferences.ts'
import { updateProfile } from './account/update_profile.ts'
import { createArea } from './areas/create_area.ts'
import { containsPoints } from './boundaries/contains_points.ts'
import { exportBoundary } from './boundaries/export_boundary.ts'
import { exportCollection } from './boundaries/export_collection.ts'
import { getBoundary } from './boundaries/get_boundary.ts'
import { listChildren } from './boundaries/list_children.ts'
import { reverseBoundaries } from './boundaries/reverse_boundaries.ts'
import { searchBoundaries } from './boundaries/search_boundaries.ts'
import { unionBoundaries } from './boundaries/union_boundaries.ts'
import { commentFeedback } from './feedback/comment_feedback.ts'
import { getFeedback } from './feedback/get_feedback.ts'
import { listFeedback } from './feedback/list_feedback.ts'
import { removeUpvote } from './feedback/remove_upvote.ts'
import { reportIssue } from './feedback/report_issue.ts'
import { requestFeature } from './feedback/request_feature.ts'
import { upvoteFeedback } from './feedback/upvote_feedback.ts'
import { cancelJob } from './jobs/cancel_job.ts'
import { getJob } from './jobs/get_job.ts'
import { listOps } from './meta/list_ops.ts'
import { pollDeviceLogin } from './signin/poll_device_login.ts'
import { startDeviceLogin } from './signin/start_device_login.ts'

export const OPS: readonly AnyOp[] = [
  listOps,
  startDeviceLogin,
  pollDeviceLogin,
  searchBoundaries,
  getBoundary,
  exportBoundary,
  exportCollection,
  reverseBoundaries,
  listChildren,
  containsPoints,
  unionBoundaries,
  createArea,
  getJob,
  cancelJob,
  getAccount,
  updateProfile,
  updateEmailPreferences,
  getUsage,
  listKeys,
  createKey,
  revokeKey,
  reportIssue,
  requestFeature,
  listFeedback,
  getFeedback,
  upvoteFeedback,
  removeUpvote,
  commentFeedback,
]
